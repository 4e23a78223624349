/**
 * Creates files and folders that only their owner can read.
 *
 * <p>A path comes in; a folder with mode 0700 or a file with mode 0600 goes out.
 *
 * <p>Begin with {@link PrivateFiles}.
 */
@NullMarked
package io.tidemark.schemas.files;

import org.jspecify.annotations.NullMarked;
