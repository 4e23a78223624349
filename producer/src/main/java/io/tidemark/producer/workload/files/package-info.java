/** Prompts that others wrote: files in the formats in use come in, prompts with their turns go out. It must not know the network, or who asks them when. */
@NullMarked
package io.tidemark.producer.workload.files;

import org.jspecify.annotations.NullMarked;
