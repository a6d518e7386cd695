import ts from 'typescript';
import type { SourceReader } from './function-schema.ts';
import { functionOf, lineOf, readFunction } from './typescript-function.ts';
import { compileTools } from './typescript-program.ts';

/** The exported functions of a kit in TypeScript or JavaScript (types by JSDoc), read with the compiler's own types. */
export function readTypeScript(files: ReadonlyMap<string, string>): SourceReader {
  const { checker, source, program } = compileTools(files);

  const exportsOf = (file: string): Map<string, ts.Symbol> => {
    const found = source(file);
    const module = found && checker.getSymbolAtLocation(found);
    if (module === undefined) return new Map();
    const real = checker
      .getExportsOfModule(module)
      .map(
        (symbol) =>
          [symbol.name, symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol] as const,
      )
      .filter(([, symbol]) => functionOf(symbol) !== undefined);
    return new Map(real);
  };

  return {
    syntaxProblems: () =>
      [...files.keys()].flatMap((file) => {
        const found = source(file);
        return (found === undefined ? [] : program.getSyntacticDiagnostics(found)).map(({ messageText, start }) => ({
          file: `tools/${file}`,
          line: found === undefined ? undefined : lineOf(found, start ?? 0),
          message: ts.flattenDiagnosticMessageText(messageText, ' '),
        }));
      }),
    filesWith: (name) => [...files.keys()].filter((file) => exportsOf(file).has(name)),
    functionsOf: (file) => [...exportsOf(file).keys()],
    read: (file, name) => {
      const symbol = exportsOf(file).get(name);
      const node = symbol && functionOf(symbol);
      if (symbol === undefined || node === undefined)
        return [
          { file: `tools/${file}`, message: `There is no exported function ${name}: write "export function ${name}".` },
        ];
      return readFunction(checker, symbol, node);
    },
  };
}
