/** The plan that one starts from: a target and its model come in, a commented plan's text and its schema go out. It must not know the network or the disk. */
@NullMarked
package io.tidemark.app.init;

import org.jspecify.annotations.NullMarked;
