// The bill of materials of the console's pages, CycloneDX 1.6, from package-lock.json: sbom.mjs OUT. Packages that only build the pages have the scope
// "excluded". The same lock file gives the same bytes.
import { readFileSync, writeFileSync } from "node:fs";

const { name, packages } = JSON.parse(readFileSync(new URL("package-lock.json", import.meta.url), "utf8"));
const components = Object.entries(packages)
  .filter(([path]) => path !== "")
  .map(([path, { version, integrity, license, dev }]) => {
    const full = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const purl = `pkg:npm/${full.replace("@", "%40")}@${version}`;
    const [algorithm, digest] = integrity.split("-");
    return {
      type: "library",
      "bom-ref": purl,
      name: full,
      version,
      scope: dev ? "excluded" : "required",
      hashes: [{ alg: algorithm.toUpperCase().replace("SHA", "SHA-"), content: Buffer.from(digest, "base64").toString("hex") }],
      licenses: [{ expression: license }],
      purl,
    };
  })
  .sort((a, b) => (a.purl < b.purl ? -1 : 1));
const bill = {
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  version: 1,
  metadata: { component: { type: "application", name: `${name}-pages` } },
  components,
};
writeFileSync(process.argv[2], `${JSON.stringify(bill, null, 2)}\n`);
