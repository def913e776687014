/** @type {import('next').NextConfig} */
const config = {
  // `npm test` builds beside a running server, so each has a folder of its own.
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm test` checks types, of this tree alone; a build would also read what older builds left beside it.
  typescript: { ignoreBuildErrors: true },
  // Next’s own has code for the server, 1.2 kB on each page.
  turbopack: {
    resolveAlias: { 'next/dist/shared/lib/app-dynamic': { browser: './components/ui/browser-dynamic.ts' } },
  },
  serverExternalPackages: ['pg'],
  // No page uses the image optimizer, which requests and logs what its URL names. Its path is 404.
  images: { unoptimized: true },
  // The proxy gives pages their headers; these are files.
  headers: async () => [
    { source: '/_next/static/:path*', headers: [{ key: 'X-Content-Type-Options', value: 'nosniff' }] },
  ],
};

export default config;
