import { existsSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";

const here = dirname(fileURLToPath(import.meta.url));
const docs = resolve(here, "../../../docs");
const grammar = JSON.parse(readFileSync(resolve(here, "../../vscode/syntaxes/pto.tmLanguage.json"), "utf8"));

/** The tables of docs/README.md: a group for each heading, an entry for each link. */
function navigation() {
  const groups = [];
  for (const line of readFileSync(resolve(docs, "README.md"), "utf8").split("\n")) {
    const heading = line.match(/^## (.+)/);
    if (heading) {
      groups.push({ text: heading[1], collapsed: false, items: [] });
    }
    for (const [, text, link] of line.startsWith("| [") ? line.split(" | ")[0].matchAll(/\[([^\]]+)\]\(([^)]+)\.md\)/g) : []) {
      if (!link.startsWith("..")) {
        groups.at(-1).items.push({ text: text.replaceAll("`", ""), link: "/" + link.replace(/README$/, "") });
      }
    }
  }
  return groups;
}

/** Links to files that are no pages, such as examples, become plain text: the site stands alone. */
function keepPagesOnly(markdown) {
  markdown.core.ruler.push("pages-only", (state) => {
    const page = resolve(docs, state.env.relativePath ?? "");
    for (const block of state.tokens) {
      let open = false;
      for (const token of block.children ?? []) {
        if (token.type === "link_open") {
          const target = (token.attrGet("href") ?? "").replace(/#.*/, "");
          const file = resolve(dirname(page), target);
          open = target !== "" && !/^\w+:/.test(target) && (relative(docs, file).startsWith("..") || !existsSync(file));
        }
        if (open && (token.type === "link_open" || token.type === "link_close")) {
          open = token.type === "link_open";
          Object.assign(token, { type: "text", tag: "", nesting: 0, content: "" });
        }
      }
    }
  });
}

export default defineConfig({
  title: "PTO toolchain",
  description: "Compile, check and run kernels in PTO, the tile ISA of the Ascend accelerators",
  srcDir: docs,
  outDir: resolve(docs, "../tools/site/target/site"),
  cacheDir: resolve(docs, "../tools/site/target/cache"),
  rewrites: (id) => id.replace(/README\.md$/, "index.md"),
  markdown: {
    // Text in angle brackets is a placeholder here, never HTML.
    html: false,
    languages: [{ ...grammar, name: "pto" }, "console", "xml", "java", "yaml", "bash", "python", "sh"],
    languageAlias: { plain: "text" },
    config: keepPagesOnly,
  },
  // Pages lie beside the packages, not above them.
  vite: { resolve: { alias: { vue: resolve(here, "../node_modules/vue") } }, build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    sidebar: navigation(),
    outline: [2, 3],
    search: { provider: "local" },
  },
});
