/**
 * What the API says, as records: a component is a key of the JSON.
 *
 * <p>Rows of the store and events of the topics come in; records of the OpenAPI document's schemas go out. Some rows, and the blocks of reports, are
 * written directly: {@link io.tidemark.console.view.ViewJson} names what is shown of them. The package knows no request.
 *
 * <p>Begin with {@link io.tidemark.console.view.LiveRunView} and {@link io.tidemark.console.view.RunView}; {@link
 * io.tidemark.console.view.ViewJson} writes them.
 */
@NullMarked
package io.tidemark.console.view;

import org.jspecify.annotations.NullMarked;
