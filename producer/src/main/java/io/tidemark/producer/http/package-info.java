/**
 * Why a server cannot be asked over HTTP: its host name, or its certificate.
 *
 * <p>A URL, or what was thrown, comes in; a sentence for the user goes out, if there is one.
 *
 * <p>Begin with {@link TlsFailureText}.
 */
@NullMarked
package io.tidemark.producer.http;

import org.jspecify.annotations.NullMarked;
