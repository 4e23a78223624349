/** Builds the page: node build.mjs [OUT], or OUT in the environment, else dist/. Two builds of the same sources are equal byte by byte. */

import { build } from 'esbuild';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const LARGEST_GZIP_BYTES = 200_000;
const home = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? process.env.OUT ?? join(home, 'dist'));

await mkdir(out, { recursive: true });
for (const name of await readdir(out)) {
  if (/^(app|worker)-[A-Z0-9]+\.(js|css)$/.test(name)) {
    await rm(join(out, name));
  }
}
const usual = {
  absWorkingDir: home,
  outdir: out,
  entryNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  target: 'es2022',
  legalComments: 'eof',
  charset: 'utf8',
  metafile: true,
  logLevel: 'warning',
};
const filesOf = (result) => Object.keys(result.metafile.outputs).map((path) => basename(path));
const [worker] = filesOf(await build({ ...usual, entryPoints: { worker: 'src/live/worker.ts' }, format: 'iife' }));
const files = filesOf(
  await build({
    ...usual,
    entryPoints: { app: 'src/main.tsx' },
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { WORKER_FILE: JSON.stringify(`/${worker}`) },
  }),
);
const named = (extension) => files.find((name) => name.endsWith(extension));
const index = (await readFile(join(home, 'index.html'), 'utf8'))
  .replace('/app.css', `/${named('.css')}`)
  .replace('/app.js', `/${named('.js')}`);
await writeFile(join(out, 'index.html'), index);
await cp(join(home, 'favicon.svg'), join(out, 'favicon.svg'));

let total = 0;
for (const name of ['index.html', named('.js'), worker, named('.css'), 'favicon.svg']) {
  const bytes = await readFile(join(out, name));
  const packed = gzipSync(bytes, { level: 9 }).length;
  total += packed;
  console.log(`${name.padEnd(22)} ${String(bytes.length).padStart(8)} B  gzip ${String(packed).padStart(7)} B`);
}
console.log(`${'total'.padEnd(22)} ${''.padStart(8)}    gzip ${String(total).padStart(7)} B of at most ${LARGEST_GZIP_BYTES} B`);
if (total > LARGEST_GZIP_BYTES) {
  process.exit(1);
}
