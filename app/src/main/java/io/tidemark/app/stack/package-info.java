/** The local stack: broker, registry, streams and sink in one process, and the file through which a second terminal finds them. */
@NullMarked
package io.tidemark.app.stack;

import org.jspecify.annotations.NullMarked;
