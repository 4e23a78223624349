package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.fixtures.RepositoryFiles;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kafka.server.KafkaConfig;
import org.apache.kafka.common.utils.AppInfoParser;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** No container engine is needed: what can be known of deploy/compose.yaml without starting it is checked. */
final class ComposeTest {
    private static final JsonNode SERVICES = compose().path("services");
    private static final int OF_TIDEMARK = 5;
    private static final Pattern IMAGE = Pattern.compile(" *image: \\$\\{([A-Z]+_IMAGE):-[^}]+}");
    private static final String README = RepositoryFiles.read("deploy/README.md");

    @Test
    void portsArePublishedOnLoopbackOnly() {
        assertThat(SERVICES)
                .allSatisfy(service -> assertThat(service.path("ports"))
                        .allSatisfy(port -> assertThat(port.asText()).startsWith("127.0.0.1:")));
        assertThat(SERVICES.findParents("ports")).hasSize(6);
    }

    @Test
    void servicesOfTidemarkHaveNoMoreRightsThanTheyNeed() {
        assertThat(SERVICES)
                .filteredOn(service -> service.path("image").asText().startsWith("tidemark:"))
                .hasSize(OF_TIDEMARK)
                .allSatisfy(service -> assertThat(service.path("user").asText()).matches("[1-9][0-9]+:[1-9][0-9]+"));
        assertThat(SERVICES).allSatisfy(service -> {
            assertThat(service.path("read_only").asBoolean()).isTrue();
            assertThat(service.path("cap_drop").path(0).asText()).isEqualTo("ALL");
            assertThat(service.path("security_opt").path(0).asText()).isEqualTo("no-new-privileges:true");
            assertThat(service.path("privileged").isMissingNode()).isTrue();
            assertThat(service.path("ulimits").path("core").asInt(-1)).isZero();
        });
        assertThat(SERVICES.findParents("cap_add"))
                .as("PostgreSQL alone begins as root")
                .containsExactly(SERVICES.path("postgres"));
        assertThat(SERVICES.path("postgres").path("cap_add"))
                .extracting(JsonNode::asText)
                .containsExactly("CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID");
    }

    @Test
    void everyServiceIsBoundedInMemory() {
        assertThat(SERVICES)
                .allSatisfy(service ->
                        assertThat(service.path("mem_limit").asText()).matches("[0-9]+[mg]"));
    }

    @Test
    void everyServiceHasAHealthCheckAndAPinnedImage() {
        assertThat(SERVICES).allSatisfy(service -> {
            assertThat(service.path("healthcheck").path("test")).isNotEmpty();
            assertThat(service.path("image").asText()).matches("[a-z/-]+:v?[0-9.]+(-SNAPSHOT)?");
        });
    }

    @Test
    void everyImageCanBeNamedWithItsDigest() {
        List<String> images = RepositoryFiles.read("deploy/compose.yaml")
                .lines()
                .filter(line -> line.trim().startsWith("image: "))
                .toList();
        assertThat(images).hasSize(6).allSatisfy(line -> {
            Matcher named = IMAGE.matcher(line);
            assertThat(named.matches()).as(line).isTrue();
            assertThat(README).contains("`" + named.group(1) + "`");
        });
    }

    @Test
    void brokerIsOfTheVersionThatTidemarkIsBuiltWith() {
        assertThat(SERVICES.path("kafka").path("image").asText())
                .isEqualTo("apache/kafka:" + AppInfoParser.getVersion());
    }

    @Test
    void brokerSettingsAreOnesThatTheBrokerKnowsAndAccepts() {
        Map<String, String> settings = brokerSettings();

        assertThat(KafkaConfig.configDef().names()).containsAll(settings.keySet());
        assertThatCode(() -> new KafkaConfig(settings, false)).doesNotThrowAnyException();
        assertThat(settings).containsEntry("auto.create.topics.enable", "false");
    }

    @Test
    void readmeStatesTheImagesAndAddresses() {
        assertThat(SERVICES)
                .allSatisfy(service ->
                        assertThat(README).contains(service.path("image").asText()));
        assertThat(README).contains("--kafka " + address("kafka"));
        assertThat(README).contains("--registry http://" + address("registry") + "/apis/ccompat/v7");
    }

    private static String address(String service) {
        String port = SERVICES.path(service).path("ports").path(0).asText();
        return port.substring(0, port.lastIndexOf(':'));
    }

    /** As the image's start script does: KAFKA_LOG_DIRS is log.dirs. */
    private static Map<String, String> brokerSettings() {
        Map<String, String> settings = new HashMap<>();
        SERVICES.path("kafka")
                .path("environment")
                .properties()
                .forEach(setting -> settings.put(
                        setting.getKey()
                                .substring("KAFKA_".length())
                                .toLowerCase(Locale.ROOT)
                                .replace('_', '.'),
                        setting.getValue().asText()));
        return settings;
    }

    /** As Docker reads it: with its anchors and merged keys, and variables at their defaults. */
    private static JsonNode compose() {
        String text = RepositoryFiles.read("deploy/compose.yaml").replaceAll("\\$\\{[A-Z_]+:-([^}]*)}", "$1");
        return new ObjectMapper().valueToTree(new Yaml(new SafeConstructor(new LoaderOptions())).load(text));
    }
}
