import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { createOpenApiDocument } from '@/lib/contract/openapi/create-document';
import { testDistDir } from '@/tools/build';
import { ruleSet } from '@/tools/import-rules.mjs';
import { projectRoot } from '@/tools/project-root.mjs';
import { capturePackageBin } from '@/tools/run-package-bin';
import { createCheckOutcome, type SuiteOutcome } from './results';

export async function checkFormat(): Promise<SuiteOutcome> {
  const { code, output } = await capturePackageBin('@biomejs/biome/bin/biome', [
    'ci',
    '--error-on-warnings',
    '--colors=off',
  ]);
  const wide = findWideComments();
  return createCheckOutcome(code === 0 && wide.length === 0, [...wide, output].join('\n'));
}

/** Columns of a comment, which the formatter does not wrap. */
const maxCommentWidth = 130;

/** The places of comments that are too wide. */
function findWideComments(): string[] {
  const files = execFileSync(
    'git',
    ['ls-files', '*.ts', '*.tsx', '*.mjs', 'prisma/sql', 'prisma/schema.prisma'],
    {
      cwd: projectRoot,
      encoding: 'utf8',
    },
  );
  return files
    .trim()
    .split('\n')
    .flatMap((file) => {
      const path = join(projectRoot, file);
      if (!existsSync(path)) return [];
      return readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          line.length > maxCommentWidth && /^\s*(\/\/|\/?\*|--)/.test(line)
            ? [`${file}:${index + 1} has a comment of ${line.length} columns, more than ${maxCommentWidth}.`]
            : [],
        );
    });
}

export async function checkTypes(): Promise<SuiteOutcome> {
  // Remove the types of an older build, which may refer to deleted routes.
  rmSync(join(projectRoot, testDistDir, 'types'), { recursive: true, force: true });
  await generateClientTypes();
  const routes = await capturePackageBin('next/dist/bin/next', ['typegen'], { NEXT_DIST_DIR: testDistDir });
  if (routes.code !== 0) return createCheckOutcome(false, routes.output);
  // TypeScript 7 takes a fifth of the CPU time. Next and other tools need the JavaScript API of TypeScript 6.
  const args = ['-p', 'tools/testing', '--pretty', 'false'];
  const { code, output } = await capturePackageBin('typescript-7/bin/tsc', args);
  return createCheckOutcome(code === 0, output);
}

/** Generates the types of a client from the OpenAPI document, for e2e/api/openapi.spec.ts. */
async function generateClientTypes(): Promise<void> {
  // Loaded here, because it loads the TypeScript compiler.
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const file = join(projectRoot, '.cache/openapi/api.ts');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, astToString(await openapiTS(JSON.stringify(createOpenApiDocument()))));
}

export async function checkImportRules(): Promise<SuiteOutcome> {
  const { violations, unreadFiles } = await checkImports(projectRoot);
  const lines = [...violations, ...unreadFiles.map((file) => `${file} was not checked`)];
  return createCheckOutcome(lines.length === 0, lines.join('\n'));
}

const sourceFolders = ['app', 'components', 'lib', 'prisma', 'tools', 'e2e', 'examples'];

export interface ImportReport {
  /** One line per import that breaks a rule. */
  violations: string[];
  /** Source files that the check has not read. It must read all of them to find all violations. */
  unreadFiles: string[];
}

/** Checks all imports of the project at `root` against the import rules. */
export async function checkImports(root: string): Promise<ImportReport> {
  const { output } = await cruise(
    sourceFolders.filter((folder) => existsSync(join(root, folder))),
    {
      baseDir: root,
      ruleSet,
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: ['node_modules', '^lib/db/generated/'] },
      // Generated types do not exist before the type check.
      exclude: { path: '^app/globals\\.css$|\\.cache/openapi/' },
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'require', 'node', 'types', 'default'],
        mainFields: ['module', 'main', 'types'],
      },
    },
    { alias: { '@': root } },
  );
  const { summary, modules } = output as ICruiseResult;
  const readFiles = new Set(modules.map(({ source }) => source));
  return {
    violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} imports ${to}`),
    unreadFiles: sourceFolders
      .flatMap((folder) => listSourceFiles(root, folder))
      .filter((file) => !readFiles.has(file)),
  };
}

function listSourceFiles(root: string, folder: string): string[] {
  const path = join(root, folder);
  // An example can have packages of its own.
  if (!existsSync(path) || folder === 'lib/db/generated' || folder.endsWith('/node_modules')) return [];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listSourceFiles(root, file);
    return /\.(tsx?|mjs)$/.test(entry.name) ? [file] : [];
  });
}
