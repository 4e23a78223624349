/** The progress line: figures as they come from the topics, rendered for a terminal or as plain lines. */
@NullMarked
package io.tidemark.app.live;

import org.jspecify.annotations.NullMarked;
