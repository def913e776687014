import { answerMessages } from '@/lib/ops/bench/answer-messages';
import { switchRaw } from './raw-switch';

answerMessages(switchRaw);
