package io.tidemark.alerts.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
final class SlackReceiverTest {
    private ReceivingServer server;

    @BeforeEach
    void start() throws IOException {
        server = ReceivingServer.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void oneAlertIsAHeaderAndASection() throws IOException {
        assertThat(slack("").send(List.of(SampleAlerts.firing()))).isEqualTo(new SendResult.Delivered());

        JsonNode message = sent();
        assertThat(message.path("text").asText()).isEqualTo("[FIRING] SloBreach: p95 of TTFT is 312 ms, above 250 ms");
        assertThat(message.path("blocks")).hasSize(2);
        assertThat(message.at("/blocks/0").toString())
                .isEqualTo("{\"type\":\"header\",\"text\":{\"type\":\"plain_text\",\"text\":\"[FIRING] SloBreach:"
                        + " p95 of TTFT is 312 ms, above 250 ms\",\"emoji\":false}}");
        assertThat(message.at("/blocks/1/type").asText()).isEqualTo("section");
        assertThat(message.at("/blocks/1/text/type").asText()).isEqualTo("mrkdwn");
        assertThat(message.at("/blocks/1/text/verbatim").asBoolean()).isTrue();
        assertThat(message.at("/blocks/1/text/text").asText()).isEqualTo("""
                p95 of TTFT is 312 ms, above 250 ms
                *Objective:* p95 of TTFT from due under 250 ms, over 1 min
                *Value:* 312 ms [298, 331], n 1,200
                *Since:* 2026-11-25T10:00:00Z
                *Affected:* class chat, target gpu-1
                *Moved with it:* running requests 48 to 64
                *Changed since the phase before:* max_num_seqs 32 to 64
                *Certainty:* FINAL, confirmed by 2 runs
                *Where:* team perf, experiment tune, phase batch-64, run r-7, step 2, target gpu-1
                <https://tidemark.example.com/runs/r-7?step=2&amp;x=1|Report>
                <https://docs.example.com/runbook#slobreach|Runbook>""");
    }

    @Test
    void theAlertsOfAGroupAreOneMessage() throws IOException {
        slack("").send(List.of(SampleAlerts.firing(), SampleAlerts.firing(Map.of("alertname", "TargetDown"))));
        JsonNode message = sent();
        assertThat(message.path("text").asText())
                .isEqualTo("[FIRING 2] SloBreach, TargetDown in experiment tune, phase batch-64, run r-7, step 2,"
                        + " target gpu-1");
        assertThat(message.path("blocks")).hasSize(3);
        assertThat(message.at("/blocks/2/text/text").asText()).startsWith("*[FIRING] TargetDown*\n");
    }

    @Test
    void blocksStayBelowWhatSlackTakes() throws IOException {
        slack("").send(Collections.nCopies(20, SampleAlerts.everywhere("y".repeat(5_000))));
        JsonNode blocks = sent().path("blocks");
        int characters = 0;
        for (JsonNode block : blocks) {
            String text = block.at("/text/text").asText();
            characters += text.length();
            assertThat(text).hasSizeLessThanOrEqualTo(3_000);
        }
        assertThat(characters).isLessThan(12_000);
        assertThat(blocks.get(blocks.size() - 1).at("/text/text").asText()).isEqualTo("and 17 more");
        assertThat(blocks.at("/0/text/text").asText()).hasSizeLessThanOrEqualTo(150);
    }

    @Test
    void mattermostGetsOneMarkdownText() throws IOException {
        slack(", format: mattermost").send(List.of(SampleAlerts.firing()));
        JsonNode message = sent();
        assertThat(message.has("blocks")).isFalse();
        assertThat(message.path("text").asText())
                .startsWith("#### [FIRING] SloBreach: p95 of TTFT is 312 ms, above 250 ms\n\n")
                .contains("**Value:** 312 ms &#91;298, 331&#93;, n 1,200")
                .contains("[Report](https://tidemark.example.com/runs/r-7?step=2&x=1)");
    }

    @Test
    void templatesOfTheReceiverReplaceTheDefaults() throws IOException {
        String templates = """
                slack: { url: { env: URL } }
                templates:
                  title: "{{alertname}} of {{run}}"
                  body: "{{#firing}}{{value}} on {{{target}}}, commit {{label_commit}}{{/firing}}"
                """;
        Opened.receiver(templates, Map.of("URL", server.url()))
                .send(List.of(SampleAlerts.firing(Map.of("target", "<x>"))));
        assertThat(sent().path("text").asText()).isEqualTo("SloBreach of r-7");
        assertThat(sent().at("/blocks/1/text/text").asText())
                .as("no way of writing a variable leaves the escaping out")
                .isEqualTo("312 ms [298, 331], n 1,200 on &lt;x&gt;, commit " + SampleAlerts.COMMIT);
    }

    @Test
    void itsUrlIsASecret() {
        server.answer(404, "no_service at " + server.url() + "/T0/B0/xyz");
        assertThat(Opened.receiver("slack: { url: { env: URL } }", Map.of("URL", server.url() + "/T0/B0/xyz"))
                        .send(List.of(SampleAlerts.firing())))
                .isEqualTo(new SendResult.Rejected("HTTP 404: no_service at ***"));
    }

    private Receiver slack(String more) {
        return Opened.receiver("slack: { url: { env: URL }" + more + " }", Map.of("URL", server.url() + "/T0/B0/xyz"));
    }

    private JsonNode sent() throws IOException {
        return new JsonMapper().readTree(server.requests().get(0).body());
    }
}
