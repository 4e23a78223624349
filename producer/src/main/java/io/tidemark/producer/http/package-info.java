/**
 * Questions over HTTP that are asked beside the load: a request comes in, its whole answer goes out, within a deadline and a size. It must
 * not know who is asked, nor what for; requests of the load go another way.
 */
@NullMarked
package io.tidemark.producer.http;

import org.jspecify.annotations.NullMarked;
