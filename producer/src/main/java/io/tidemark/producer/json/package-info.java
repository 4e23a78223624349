/** What every reader of JSON files needs: errors in words. Knows nothing of what is read. */
@NullMarked
package io.tidemark.producer.json;

import org.jspecify.annotations.NullMarked;
