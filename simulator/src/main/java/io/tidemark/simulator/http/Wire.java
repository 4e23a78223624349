package io.tidemark.simulator.http;

import java.util.Optional;

/** How one of the two generating endpoints words its answers. All texts are JSON. */
interface Wire {
    /** What response ids begin with. */
    String idPrefix();

    /** The chunk that precedes the first text, if this endpoint has one. */
    Optional<String> opening(Reply reply, Optional<Usage> usage);

    /** A chunk with text; {@code usage} only when the client asked for continuous usage. */
    String chunk(Reply reply, Piece piece, Optional<Usage> usage);

    /** The last chunk, without choices. */
    String usageChunk(Reply reply, Usage usage);

    /** A whole answer, not streamed. */
    String whole(Reply reply, Piece piece, Usage usage);
}
