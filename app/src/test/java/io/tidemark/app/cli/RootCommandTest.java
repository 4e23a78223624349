package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

final class RootCommandTest {
    @Test
    void aClientOfKafkaThatCannotBeMadeSaysWhy() {
        KafkaException error = new KafkaException(
                "Failed to construct kafka producer", new KafkaException(new IOException("Too many open files")));
        assertThat(RootCommand.withCauses(error))
                .startsWith("Failed to construct kafka producer: ")
                .endsWith("Too many open files")
                .containsOnlyOnce("Too many open files");
    }
}
