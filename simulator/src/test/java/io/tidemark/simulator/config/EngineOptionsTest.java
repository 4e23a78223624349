package io.tidemark.simulator.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.simulator.engine.EngineFeatures;
import io.tidemark.simulator.engine.KvOffload;
import io.tidemark.simulator.engine.cost.ColdStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The keys that reach the engine's features. */
class EngineOptionsTest {
    private final ServerConfigLoader configs = new ServerConfigLoader();

    @Test
    void anEngineHasNoFeaturesUnlessAskedFor() {
        assertThat(configs.builtIn("demo-small").engine().features()).isEqualTo(EngineFeatures.none());
    }

    @Test
    void featuresAreKeysOfTheServer() {
        ServerConfig config = configs.parse("test", """
                extends: qwen2.5-7b-awq-rtx5070
                async-scheduling: true
                cold-start: { first-step-seconds: 10.85, first-factor: 2, fading-steps: 20 }
                kv-offload: { host-blocks: 145115, load-seconds-per-block: 1.8e-5 }
                faults: { first-step-delay-seconds: 1 }
                """);

        EngineFeatures features = config.engine().features();
        assertThat(features.asyncScheduling()).isTrue();
        assertThat(features.coldStart()).isEqualTo(new ColdStart(11.85, 2, 20));
        assertThat(features.offload()).isEqualTo(new KvOffload(145_115, 448 * 1024, 1.8e-5, 0));
    }

    @Test
    void aBadFeatureIsNamed() {
        assertThatThrownBy(() -> configs.parse("test", "{extends: demo-small, kv-offload: {host-blocks: -1}}"))
                .hasMessageContaining("host blocks must be >= 0 but was -1");
    }

    /** Every YAML block of the page that extends or names a profile is a server's configuration, or a profile where it has hardware. */
    @Test
    void whatThePageShowsCanBeUsed() throws IOException {
        assertThat(shown(it -> it.startsWith("extends:") && it.contains("hardware:")))
                .isNotEmpty()
                .allSatisfy(it -> assertThat(new ProfileLoader().parse("docs/reference/simulator.md", it))
                        .isNotNull());
        assertThat(shown(it -> !it.contains("hardware:") && it.matches("(?s)(extends|profile):.*")))
                .hasSizeGreaterThan(1)
                .allSatisfy(it -> assertThat(configs.parse("docs/reference/simulator.md", it))
                        .isNotNull());
    }

    private static List<String> shown(Predicate<String> kind) throws IOException {
        String page = Files.readString(Path.of("..", "docs", "reference", "simulator.md"));
        return Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map(it -> it.group(1))
                .filter(kind)
                .toList();
    }
}
