/**
 * Runs of other tools into the store, and runs of the store into other tools' files. In: what {@code producer.imports} read, or
 * rows of a store; out: one transaction, or files.
 */
@NullMarked
package io.tidemark.app.exchange;

import org.jspecify.annotations.NullMarked;
