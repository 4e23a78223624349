/**
 * Figures of one tune and of one soak, for pages that draw them.
 *
 * <p>Reports and rows of the store come in; records of the OpenAPI document's schemas go out. The package knows no request.
 *
 * <p>Begin with {@link io.tidemark.console.detail.TuneView} and {@link io.tidemark.console.detail.SoakView}.
 */
@NullMarked
package io.tidemark.console.detail;

import org.jspecify.annotations.NullMarked;
