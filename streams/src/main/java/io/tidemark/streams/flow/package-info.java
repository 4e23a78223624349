/**
 * What the sub-topologies share: names of topics, the form of what a processor sends on, patience with the registry. It must
 * not know what is computed.
 */
@NullMarked
package io.tidemark.streams.flow;

import org.jspecify.annotations.NullMarked;
