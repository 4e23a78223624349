/** What is asked: a workload plan and a seed come in, prompts with their asked lengths go out. It must not know when or to whom they are sent. */
@NullMarked
package io.tidemark.producer.workload;

import org.jspecify.annotations.NullMarked;
