import { answerMessages } from '@/lib/ops/bench/answer-messages';
import { generateLoad } from './generate-load';

// The generator in a process of its own: it and the server it asks don't wait for one event loop.
answerMessages(generateLoad);
