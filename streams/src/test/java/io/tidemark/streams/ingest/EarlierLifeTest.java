package io.tidemark.streams.ingest;

import static io.tidemark.streams.ingest.DuplicateFilter.EventStream.REQUESTS;
import static io.tidemark.streams.ingest.DuplicateFilter.EventStream.TOKENS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EarlierLifeTest {
    private static final long FIRST = 1_700_000_000_000L;

    @Test
    void aTaskThatHasCommittedNothingHasNone() {
        EarlierLife none = new EarlierLife(false);

        assertThat(none.mayHaveCounted(TOKENS, FIRST, FIRST)).isFalse();
        assertThat(none.mayHaveCounted(TOKENS, 0, FIRST)).isFalse();
    }

    @Test
    void whatIsLaterThanAnyStampOfThatLifeIsNew() {
        EarlierLife life = new EarlierLife(true);

        assertThat(life.mayHaveCounted(TOKENS, FIRST - 1, FIRST)).isTrue();
        assertThat(life.mayHaveCounted(TOKENS, FIRST + 60_000, FIRST + 60_000)).isTrue();
        assertThat(life.mayHaveCounted(TOKENS, FIRST + 60_001, FIRST + 60_001)).isFalse();
        assertThat(life.mayHaveCounted(TOKENS, FIRST + 60_000, FIRST + 3_600_000))
                .as("an old event that comes an hour later")
                .isTrue();
    }

    @Test
    void eachTopicHasItsOwnFirstRecord() {
        EarlierLife life = new EarlierLife(true);

        assertThat(life.mayHaveCounted(TOKENS, FIRST, FIRST)).isTrue();
        assertThat(life.mayHaveCounted(REQUESTS, FIRST + 100_000, FIRST + 100_000))
                .as("the first of its topic may repeat one that was appended just before it")
                .isTrue();
        assertThat(life.mayHaveCounted(TOKENS, FIRST + 100_000, FIRST + 100_000))
                .isFalse();
    }
}
