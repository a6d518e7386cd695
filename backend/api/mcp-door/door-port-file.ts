import { join } from 'node:path';

/** Where the running backend writes the port of its MCP server, for the command that speaks MCP over stdio. */
export const doorPortFile = (dataFolder: string): string => join(dataFolder, 'mcp-port');
