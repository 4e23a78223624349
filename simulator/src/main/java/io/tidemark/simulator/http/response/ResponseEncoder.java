package io.tidemark.simulator.http.response;

import java.util.List;
import java.util.Optional;

/** How one of the two generating endpoints words its answers. All texts are JSON. */
public interface ResponseEncoder {
    /** What response ids begin with. */
    String idPrefix();

    /** The chunk that precedes a choice's first text, if this endpoint has one. */
    Optional<String> opening(ResponseMetadata reply, int index, Optional<UsageCounts> usage);

    /** A chunk with text; {@code usage} only when the client asked for continuous usage. */
    String chunk(ResponseMetadata reply, ChoiceDelta piece, Optional<UsageCounts> usage);

    /** The last chunk, without choices. */
    String usageChunk(ResponseMetadata reply, UsageCounts usage);

    /** Whole answers, not streamed. */
    String fullResponse(ResponseMetadata reply, List<ChoiceDelta> pieces, UsageCounts usage);

    /** How tokens' probabilities are worded. */
    LogprobsEncoder logprobs(int alternatives);
}
