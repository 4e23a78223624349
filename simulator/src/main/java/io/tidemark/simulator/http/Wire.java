package io.tidemark.simulator.http;

import java.util.List;
import java.util.Optional;

/** How one of the two generating endpoints words its answers. All texts are JSON. */
interface Wire {
    /** What response ids begin with. */
    String idPrefix();

    /** The chunk that precedes a choice's first text, if this endpoint has one. */
    Optional<String> opening(Reply reply, int index, Optional<Usage> usage);

    /** A chunk with text; {@code usage} only when the client asked for continuous usage. */
    String chunk(Reply reply, Piece piece, Optional<Usage> usage);

    /** The last chunk, without choices. */
    String usageChunk(Reply reply, Usage usage);

    /** Whole answers, not streamed. */
    String whole(Reply reply, List<Piece> pieces, Usage usage);

    /** How tokens' probabilities are worded. */
    Logprobs logprobs(int alternatives);
}
