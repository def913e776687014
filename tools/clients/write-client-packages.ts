import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { CliError } from '@/tools/cli';
import { projectRoot } from '@/tools/project-root.mjs';

const examples = join(projectRoot, 'examples');

/** The files of the package for JavaScript, the main one first. */
const modules = ['client', 'generated/api-types', 'use-feature', 'plans'];

/** Writes packages of the clients to the empty `folder`: `npm` and `python`. They are not published. */
export function writeClientPackages(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new CliError(`${folder} is not empty.`);
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  writeNpmPackage(join(folder, 'npm'), version);
  writePythonPackage(join(folder, 'python'), version);
}

function writeFiles(folder: string, files: Record<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

function writeNpmPackage(folder: string, version: string): void {
  compileModules(folder);
  const toExport = (name: string) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });
  const [main = '', ...others] = modules;
  const description = {
    name: 'app-versions-client',
    version,
    description: 'Client of App Versions for Node.js, with a hook and a component for React.',
    type: 'module',
    engines: { node: '>=20' },
    exports: {
      '.': toExport(main),
      ...Object.fromEntries(others.map((name) => [`./${basename(name)}`, toExport(name)])),
    },
    sideEffects: false,
    peerDependencies: { react: '>=18' },
    peerDependenciesMeta: { react: { optional: true } },
  };
  writeFiles(folder, {
    'package.json': `${JSON.stringify(description, null, 2)}\n`,
    'README.md': npmReadme,
  });
}

/** Compiles the modules to JavaScript and declarations. Throws if they have type errors. */
function compileModules(folder: string): void {
  const files = modules.map((name) => join(examples, `${name}.ts${name === 'plans' ? 'x' : ''}`));
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
    strict: true,
    declaration: true,
    skipLibCheck: true,
    types: ['node'],
    rootDir: examples,
    outDir: folder,
  });
  const { diagnostics } = program.emit();
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problems.length === 0) return;
  const host = {
    getCanonicalFileName: (name: string) => name,
    getCurrentDirectory: () => projectRoot,
    getNewLine: () => '\n',
  };
  throw new Error(ts.formatDiagnostics(problems, host));
}

function writePythonPackage(folder: string, version: string): void {
  const read = (name: string) => readFileSync(join(examples, name), 'utf8');
  const client = read('client.py').replace('from generated.api_types import', 'from .api_types import');
  writeFiles(folder, { 'pyproject.toml': createPyproject(version), 'README.md': pythonReadme });
  writeFiles(join(folder, 'app_versions'), {
    '__init__.py': pythonInit,
    'client.py': client,
    'api_types.py': read('generated/api_types.py'),
    'py.typed': '',
  });
}

const pythonInit = `"""Client of App Versions."""

from .api_types import Result
from .client import AppVersions, AppVersionsError, verify_webhook

__all__ = ["AppVersions", "AppVersionsError", "Result", "verify_webhook"]
`;

const createPyproject = (version: string) => `[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "app-versions"
version = "${version}"
description = "Client of App Versions."
readme = "README.md"
requires-python = ">=3.9"

[tool.setuptools]
packages = ["app_versions"]

[tool.setuptools.package-data]
app_versions = ["py.typed"]
`;

const npmReadme = `# App Versions for Node.js

\`\`\`ts
import { AppVersions } from 'app-versions-client';

const appVersions = new AppVersions('https://plans.example.com', process.env.APP_KEY ?? '');
if (await appVersions.hasFeature('customer-7', 'audit-log')) showAuditLog();
const { body } = await appVersions.call('getAccount', { path: { external_id: 'customer-7' } });
for await (const account of appVersions.listAll('listAccounts')) console.log(account.title);
\`\`\`

\`app-versions-client/api-types\` has the types of the API. For React, \`app-versions-client/use-feature\` has \`createFeatures\` and
\`useFeature\`, and \`app-versions-client/plans\` has \`<Plans/>\`. The host integration guide (\`/docs/host-integration.md\` of the service)
explains keys and failures.
`;

const pythonReadme = `# App Versions for Python

\`\`\`python
from app_versions import AppVersions

app_versions = AppVersions("https://plans.example.com", os.environ["APP_KEY"])
if app_versions.has_feature("customer-7", "audit-log"):
    show_audit_log()
account = app_versions.call("getAccount", path={"external_id": "customer-7"}).body["data"]
for each in app_versions.list_all("listAccounts"):
    print(each["title"])
\`\`\`

\`app_versions.api_types\` has the types of the API. The host integration guide (\`/docs/host-integration.md\` of the service) explains keys and
failures.
`;
