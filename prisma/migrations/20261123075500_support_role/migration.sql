-- AlterEnum
ALTER TYPE "role" ADD VALUE 'support';
