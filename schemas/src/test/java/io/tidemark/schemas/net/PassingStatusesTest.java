package io.tidemark.schemas.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PassingStatusesTest {
    private static final int[] STATUSES = {0, 200, 302, 400, 401, 404, 408, 409, 422, 425, 429, 499, 500, 503, 504};

    @ParameterizedTest
    @CsvSource({
        "MODEL_LIST, '500 503 504'",
        "UNLISTED_MODEL, '429 500 503 504'",
        "WARM_UP, '404 429 500 503 504'",
        "FIRST_REQUEST, '429 503 504'",
        "LOAD, '408 409 425 429 499 500 503 504'",
        "OVERLOAD, '429 503'",
        "DELIVERY, '408 425 429 500 503 504'",
        "REGISTRY, '429 500 503 504'"
    })
    void eachAskerWaitsForItsOwnStatuses(PassingStatuses asker, String passing) {
        assertThat(IntStream.of(STATUSES).filter(asker::contains).mapToObj(Integer::toString))
                .containsExactly(passing.split(" ", -1));
    }
}
