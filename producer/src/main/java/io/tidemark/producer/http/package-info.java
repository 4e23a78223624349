/**
 * HTTP queries read small responses next to the load, within a deadline and a size limit.
 *
 * <p>A request comes in; its whole response, or the reason for a failure, goes out.
 *
 * <p>Begin with {@link HttpQuery}.
 */
@NullMarked
package io.tidemark.producer.http;

import org.jspecify.annotations.NullMarked;
