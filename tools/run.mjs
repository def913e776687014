// Runs a command: `node tools/run.mjs NAME [args]`.
// No package may be installed yet, so this file and bootstrap/ import only Node's own modules.

const minNode = { major: 20, minor: 19 };

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < minNode.major || (major === minNode.major && minor < minNode.minor)) {
  console.error(
    `App Versions requires Node ${minNode.major}.${minNode.minor} or later. This is ${process.version}.`,
  );
  process.exit(1);
}

// A static import would fail with a syntax error on an older Node, before the message above.
const { bootstrap } = await import('./bootstrap/bootstrap.mjs');
await bootstrap(process.argv.slice(2));
