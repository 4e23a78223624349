/**
 * The JSON API of the console, as openapi.yaml describes it.
 *
 * <p>Requests of callers come in; views of the store and of live runs go out. What the caller may not read is refused here.
 *
 * <p>Begin with {@link ConsoleApi}.
 */
@NullMarked
package io.tidemark.console.api;

import org.jspecify.annotations.NullMarked;
