import { STATUS_CODES } from 'node:http';
import { ApiError } from '@/lib/contract/errors';
import { logRequest } from '@/lib/server/process/log';
import { createRequestContext } from '@/lib/server/process/request-context';
import { completeResponse, errorResponse } from './response';

/**
 * Creates the response to a request that Node's parser rejects, as it is sent. The connection is closed after it. `code` is
 * that of the parser's error.
 */
export function createInvalidRequestResponse(code: string | undefined): string {
  const context = createRequestContext('/*', 'unknown');
  const error = toError(code);
  const response = errorResponse(error, context.id);
  response.headers.Connection = 'close';
  const { status, rawHeaders, body } = completeResponse(response, context, new Headers());
  logRequest(context, { status, code: error.code });
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ndate: ${new Date().toUTCString()}\r\n`;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    text += `${rawHeaders[index]}: ${rawHeaders[index + 1]}\r\n`;
  }
  return `${text}content-length: ${Buffer.byteLength(String(body))}\r\n\r\n${body}`;
}

function toError(code: string | undefined): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('headers_too_large', 'The request headers exceed 16 KiB or 100 fields.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiError('body_too_large', 'The chunk extensions of the request body are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout', 'The request was not received in time.');
    default:
      return new ApiError('parameter_invalid', 'The request is not valid HTTP/1.1.');
  }
}
