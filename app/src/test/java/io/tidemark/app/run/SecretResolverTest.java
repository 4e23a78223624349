package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.producer.client.ApiKey;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.reports.failure.OperationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretResolverTest {
    @TempDir
    private Path directory;

    private Optional<ApiKey> keyIn(String file) throws IOException {
        Files.writeString(directory.resolve("key.txt"), file);
        Plan plan = PlanLoader.parse("""
                experiment: keyed
                api_key: {file: key.txt}
                workload: {kind: synthetic, prompt_tokens: 8, output_tokens: 6}
                steps: [{rate: 20, requests: 1}]
                """, "plan.yaml", directory);
        return new SecretResolver(Map.of()).resolve(plan).apiKey();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sk-1", "sk-1\n", "sk-1\r\n", " sk-1 \n\n"})
    void aKeyIsTheOnlyLineOfItsFile(String file) throws IOException {
        assertThat(keyIn(file).map(ApiKey::authorization)).contains("Bearer sk-1");
    }

    @Test
    void whatIsNoKeyIsSaidWithoutItsText() {
        assertRefused("", "is empty");
        assertRefused("\r\n", "is empty");
        assertRefused("sk-1\nsk-2", "has several lines");
        assertRefused("\uFEFFsk-1", "has other characters");
    }

    private void assertRefused(String file, String why) {
        assertThatThrownBy(() -> keyIn(file))
                .isInstanceOf(OperationException.class)
                .hasMessageStartingWith("api_key must be one line of ")
                .hasMessageContaining("but the file " + directory.resolve("key.txt") + " " + why)
                .message()
                .doesNotContain("sk-");
    }
}
