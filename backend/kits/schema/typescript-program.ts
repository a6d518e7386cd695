import { dirname } from 'node:path';
import ts from 'typescript';

/** Where the kit's tools stand for the compiler; nothing of the machine is below it. */
const ROOT = '/kit/tools/';

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ['lib.es2023.d.ts'],
  types: [],
  strict: true,
  allowJs: true,
  checkJs: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
};

const libFolder = dirname(ts.getDefaultLibFilePath(OPTIONS));
/** The language's own declarations, parsed once per process. */
const libs = new Map<string, ts.SourceFile>();

export const isLibFile = (fileName: string): boolean => fileName.startsWith(`${libFolder}/lib.`);

export type KitProgram = {
  checker: ts.TypeChecker;
  source(file: string): ts.SourceFile | undefined;
  program: ts.Program;
};

/**
 * Compiles the kit's JavaScript and TypeScript in memory, for its types only. The compiler sees these files and the
 * language's own declarations: no package, nothing of the machine, and it emits and runs nothing.
 * @param files text by path relative to `tools/`.
 */
export function compileTools(files: ReadonlyMap<string, string>): KitProgram {
  const texts = new Map([...files].map(([path, text]) => [ROOT + path, text]));
  const sources = new Map<string, ts.SourceFile>();
  const source = (fileName: string): ts.SourceFile | undefined => {
    const known = sources.get(fileName) ?? libs.get(fileName);
    if (known !== undefined) return known;
    const own = texts.get(fileName);
    const text = own ?? (isLibFile(fileName) ? ts.sys.readFile(fileName) : undefined);
    if (text === undefined) return undefined;
    const made = ts.createSourceFile(fileName, text, ts.ScriptTarget.ES2023, true);
    (own === undefined ? libs : sources).set(fileName, made);
    return made;
  };
  const program = ts.createProgram({
    rootNames: [...texts.keys()],
    options: OPTIONS,
    host: {
      fileExists: (name) => texts.has(name) || isLibFile(name),
      readFile: (name) => texts.get(name),
      getSourceFile: source,
      getDefaultLibFileName: () => ts.getDefaultLibFilePath(OPTIONS),
      getDefaultLibLocation: () => libFolder,
      getCurrentDirectory: () => ROOT,
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
      writeFile: () => {},
      directoryExists: (name) => [...texts.keys()].some((path) => path.startsWith(`${name}/`)) || name === libFolder,
      getDirectories: () => [],
    },
  });
  return { checker: program.getTypeChecker(), source: (file) => source(ROOT + file), program };
}
