/** What a plan would send, drawn without sending it: a plan comes in, tables, figures and files of prompts go out. */
@NullMarked
package io.tidemark.app.prompts;

import org.jspecify.annotations.NullMarked;
