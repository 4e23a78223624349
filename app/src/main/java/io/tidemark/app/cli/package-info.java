/** The verbs: options in, exit codes out. A verb parses, calls one part, and says what came of it; it decides nothing. */
@NullMarked
package io.tidemark.app.cli;

import org.jspecify.annotations.NullMarked;
