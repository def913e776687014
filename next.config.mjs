/** @type {import('next').NextConfig} */
const config = {
  // `npm test` builds beside a running server, so each has a folder of its own.
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ['pg'],
  // The spec's paths answer at the origin as well as under /api; no page lives under /app or /account.
  rewrites: async () => [
    { source: '/app/versions', destination: '/api/app/versions' },
    { source: '/app/versions/:id', destination: '/api/app/versions/:id' },
    { source: '/account/versions', destination: '/api/account/versions' },
  ],
};

export default config;
