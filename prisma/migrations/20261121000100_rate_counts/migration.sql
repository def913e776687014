-- Counts of requests, shared by the processes that serve. The columns and their order are those of
-- rate-limiter-flexible, which may not make tables here. Unlogged: a crash may forget them, and nothing waits for a disk.
CREATE UNLOGGED TABLE "rate_counts" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_counts_pkey" PRIMARY KEY ("key")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "rate_counts" TO "app_versions_runtime";
