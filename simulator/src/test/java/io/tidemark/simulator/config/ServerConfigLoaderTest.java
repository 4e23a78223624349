package io.tidemark.simulator.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.simulator.faults.FaultConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ServerConfigLoaderTest {
    private final ServerConfigLoader configs = new ServerConfigLoader();

    @ParameterizedTest
    @MethodSource("io.tidemark.simulator.config.ServerConfigLoader#builtInNames")
    void everyBuiltInProfileLoads(String name) {
        assertThat(configs.builtIn(name).engine().kvCapacityTokens())
                .isEqualTo(configs.builtIn(name).kvCapacityTokens());
    }

    @Test
    void aFileIsLaidOverTheProfileThatItExtends() {
        ServerConfig config = configs.parse("my.yaml", """
                extends: llama-70b-fp8-h200
                max-num-seqs: 128
                faults: {error-rate: 0.1, error-status: 503}
                """);

        ServerConfig base = configs.builtIn("llama-70b-fp8-h200");
        assertThat(config.maxNumSeqs()).isEqualTo(128);
        assertThat(config.cost()).isEqualTo(base.cost());
        assertThat(config.faults()).isEqualTo(new FaultConfig(0, 0, 0.1, 503, 0, 1, 0));
    }

    @Test
    void unknownKeysAreRefusedWithFileAndPath() {
        assertThatThrownBy(() -> configs.parse("my.yaml", "{extends: demo-small, cost: {host-second: 1}}"))
                .isInstanceOf(ServerConfigException.class)
                .hasMessageStartingWith(
                        "my.yaml: cost.host-second is not a known key; known here: floor-seconds, front-seconds");
    }

    @Test
    void badValuesAreRefusedWithFileKeyValueAndRule() {
        assertThatThrownBy(() -> configs.parse("my.yaml", "{extends: demo-small, max-num-seqs: 0}"))
                .hasMessage("my.yaml: max-num-seqs must be > 0 but was 0");
        assertThatThrownBy(() -> configs.parse("my.yaml", "{extends: demo-small, faults: {error-rate: 2}}"))
                .hasMessage("my.yaml: faults: faults.error-rate must be in 0..1 but was 2.0");
        assertThatThrownBy(() -> configs.parse("my.yaml", "{extends: demo-small, max-num-seqs: many}"))
                .hasMessageStartingWith("my.yaml: max-num-seqs: Cannot deserialize value of type `int`");
        assertThatThrownBy(() -> configs.parse("my.yaml", "{extends: demo-small, kv-capacity-tokens: 100}"))
                .hasMessage(
                        "my.yaml: kv-capacity-tokens must hold one request of max-model-len 4096 tokens but was 100");
    }

    @Test
    void missingKeysAndUnknownProfilesAreRefused() {
        assertThatThrownBy(() -> configs.parse("my.yaml", "max-num-seqs: 1"))
                .hasMessageStartingWith("my.yaml: ")
                .hasMessageContaining("model");
        assertThatThrownBy(() -> configs.parse("my.yaml", "extends: gpt-5"))
                .hasMessageStartingWith("my.yaml: extends must be one of demo-default, demo-small");
        assertThatThrownBy(() -> configs.read(Path.of("/no/such.yaml")))
                .hasMessageStartingWith("/no/such.yaml: cannot be read");
        assertThatThrownBy(() -> configs.parse("my.yaml", "- 1")).hasMessageContaining("must be a YAML mapping");
    }
}
