import { posix } from 'node:path';
import type { PyAlias, PyClass, PyModule } from './python-module.ts';

/** What a name in an annotation means: something of the kit, or a name of the standard library, like `typing.Optional`. */
export type PyMeaning = PyClass | PyAlias | { kind: 'library'; name: string };

const BUILT_IN = [
  'str',
  'int',
  'float',
  'bool',
  'bytes',
  'complex',
  'object',
  'list',
  'dict',
  'set',
  'frozenset',
  'tuple',
  'type',
];

/** The modules of a kit, and what names mean in them. Follows imports within the kit. */
export class PyNames {
  readonly #modules: ReadonlyMap<string, PyModule>;

  constructor(modules: ReadonlyMap<string, PyModule>) {
    this.#modules = modules;
  }

  /** Undefined: nothing of that name is defined or imported in the module. */
  meaning(name: string, module: PyModule, depth = 0): PyMeaning | undefined {
    if (depth > 20) return undefined;
    const [head = '', ...rest] = name.split('.');
    const found = module.names.get(head) ?? this.#dotted(name, module);
    if (found === undefined) return BUILT_IN.includes(name) ? { kind: 'library', name } : undefined;
    if (found.kind === 'function') return undefined;
    if (found.kind !== 'import') return rest.length === 0 ? found : undefined;
    const target = this.#moduleOf(found.from, module);
    if (target === undefined)
      return { kind: 'library', name: [found.from, found.name, ...rest].filter(Boolean).join('.') };
    const inside = found.name === '' ? rest.join('.') : [found.name, ...rest].join('.');
    return this.meaning(inside, target, depth + 1);
  }

  /** `import a.b` makes `a.b.C` readable. */
  #dotted(name: string, module: PyModule) {
    const parts = name.split('.');
    for (let count = parts.length - 1; count > 1; count -= 1) {
      const found = module.names.get(parts.slice(0, count).join('.'));
      if (found?.kind === 'import') return { ...found, name: parts.slice(count).join('.') };
    }
    return undefined;
  }

  /** The kit's own file that an import names, absolute from `tools/` or relative to the importing file. */
  #moduleOf(from: string, importer: PyModule): PyModule | undefined {
    const dots = /^\.*/.exec(from)?.[0].length ?? 0;
    const path = from.slice(dots).replaceAll('.', '/');
    const folder = posix.dirname(importer.source.file);
    const base = dots === 0 ? '' : posix.join(folder, '../'.repeat(dots - 1));
    const full = posix.join(base, path);
    return this.#modules.get(`${full}.py`) ?? this.#modules.get(`${full}/__init__.py`);
  }
}
