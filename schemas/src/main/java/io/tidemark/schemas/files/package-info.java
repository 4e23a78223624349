/** Folders and files that only their owner may read: events can hold prompts and answers. Knows nothing of what is in them. */
@NullMarked
package io.tidemark.schemas.files;

import org.jspecify.annotations.NullMarked;
