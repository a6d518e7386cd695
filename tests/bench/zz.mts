import { measureTools } from '/work/wt/tools/tests/bench/tools.ts';
for (const m of await measureTools()) console.log(JSON.stringify(m));
process.exit(0);
