package io.tidemark.alerts.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server calls its model reaches no receiver as markup, as control characters, or whole where it is endless. */
@Tag("integration")
final class HostileTextTest {
    private static final String MARKUP =
            "<!channel> <@U1> <https://evil.example|click> *b* _i_ ~s~ `c` [x](https://evil.example) @all #1 <b>&amp;";
    private static final String CONTROLS = "a\u0000b\u001b[31mc\r\nBcc: victim@example.com\nd\u202Eevil\u2028e";
    private static final int MAX_BYTES = 512 << 10;

    @TempDir
    private Path folder;

    private ReceivingServer server;

    @BeforeEach
    void start() throws IOException {
        server = ReceivingServer.start();
        server.answer("/api/v2/status", ReceivingServer.Answer.of(200, "{}"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "slack: { url: { env: URL } }",
                "slack: { url: { env: URL }, format: mattermost }",
                "webhook: { url: { env: URL } }",
                "alertmanager: { urls: [ URL ] }",
                "pagerduty: { url: URL, routing_key: { env: URL } }",
                "github: { url: URL, repository: a/b, token: { env: URL } }"
            })
    void noReceiverGetsControlCharactersOrAnEndlessText(String kind) {
        Receiver receiver = Opened.receiver(
                kind.replace("urls: [ URL", "urls: [ " + server.url()).replace("url: URL", "url: " + server.url()),
                Map.of("URL", server.url()));
        assertThat(receiver.send(List.of(SampleAlerts.everywhere(CONTROLS)))).isEqualTo(new SendResult.Delivered());
        assertThat(receiver.send(List.of(SampleAlerts.everywhere("m".repeat(1 << 20)))))
                .isEqualTo(new SendResult.Delivered());

        assertThat(server.requests()).hasSizeGreaterThanOrEqualTo(2);
        assertThat(server.requests().get(0).body())
                .doesNotContain("\\u0000", "\\u001b", "\\u001B", "\u202E", "\u2028", "\\r");
        assertThat(server.requests().get(1).body().length()).isLessThan(MAX_BYTES);
        assertThat(server.requests().get(1).body()).contains("[cut, ");
    }

    @Test
    void slackSeesNoMentionLinkOrFormat() throws IOException {
        Opened.receiver("slack: { url: { env: URL } }", Map.of("URL", server.url()))
                .send(List.of(SampleAlerts.everywhere(MARKUP)));
        String text = new JsonMapper()
                .readTree(server.requests().get(0).body())
                .at("/blocks/1/text/text")
                .asText();
        assertThat(text.lines().findFirst().orElseThrow())
                .isEqualTo(
                        "&lt;!channel&gt; &lt;@U1&gt; &lt;https://evil.example|click&gt; \u2217b\u2217"
                                + " \uFF3Fi\uFF3F \u223Cs\u223C \u02CBc\u02CB [x](https://evil.example) @all #1 &lt;b&gt;&amp;amp;");
        assertThat(text).doesNotContain("<!", "<@", "|Report>");
        assertThat(new JsonMapper()
                        .readTree(server.requests().get(0).body())
                        .path("text")
                        .asText())
                .doesNotContain("<");
    }

    @Test
    void mattermostSeesNoMentionLinkOrFormat() throws IOException {
        Opened.receiver("slack: { url: { env: URL }, format: mattermost }", Map.of("URL", server.url()))
                .send(List.of(SampleAlerts.everywhere(MARKUP)));
        String text = new JsonMapper()
                .readTree(server.requests().get(0).body())
                .path("text")
                .asText();
        assertThat(text)
                .contains("&#60;&#33;channel&#62;", "&#42;b&#42;", "&#91;x&#93;&#40;https&#58;//evil.example&#41;")
                .doesNotContain("<", ">", "@", "`", "](https://evil", "https://evil");
    }

    /** Its summary is Markdown. */
    @Test
    void aCheckRunOfGitHubSeesNoMentionLinkFormatControlCharacterOrEndlessText() throws Exception {
        server.answer(
                "/app/installations/2/access_tokens",
                ReceivingServer.Answer.of(201, "{\"token\":\"t\",\"expires_at\":\"2026-11-25T11:15:00Z\"}"));
        server.answer(
                "/repos/a/b/commits/" + SampleAlerts.COMMIT + "/check-runs",
                ReceivingServer.Answer.of(200, "{\"check_runs\":[]}"));
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        Path key = Files.writeString(
                folder.resolve("app.pem"),
                "-----BEGIN PRIVATE KEY-----\n"
                        + Base64.getMimeEncoder(64, new byte[] {'\n'})
                                .encodeToString(
                                        generator.generateKeyPair().getPrivate().getEncoded())
                        + "\n-----END PRIVATE KEY-----\n");
        try (Receiver receiver = Opened.receiver(
                "github: { url: " + server.url() + ", repository: a/b, app: { id: 1, installation: 2, key: { file: \""
                        + key + "\" } } }",
                Map.of())) {
            for (String text : List.of(MARKUP, CONTROLS, "m".repeat(1 << 20))) {
                assertThat(receiver.send(List.of(SampleAlerts.everywhere(text))))
                        .isEqualTo(new SendResult.Delivered());
            }
        }
        List<ReceivingServer.Request> runs = server.requests().stream()
                .filter(request -> request.path().endsWith("/check-runs"))
                .toList();
        assertThat(runs).hasSize(3);
        assertThat(new JsonMapper()
                        .readTree(runs.get(0).body())
                        .at("/output/summary")
                        .asText())
                .contains("&#60;&#33;channel&#62;", "&#91;x&#93;&#40;https&#58;//evil.example&#41;")
                .doesNotContain("<", ">", "@all", "](https://evil", "https://evil");
        assertThat(runs.get(1).body()).doesNotContain("\\u0000", "\\u001b", "\\u001B", "\u202E", "\u2028", "\\r");
        assertThat(runs.get(2).body().length()).isLessThan(MAX_BYTES);
    }

    /** These get data: a text in it is that text, and ends where it ends. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "webhook: { url: { env: URL } }|/alerts/0/annotations/summary",
                "alertmanager: { urls: [ URL ] }|/0/annotations/summary",
                "pagerduty: { url: URL, routing_key: { env: URL } }|/payload/custom_details/summary",
            })
    void dataHoldMarkupAsItIs(String kind, String summary) throws IOException {
        Opened.receiver(
                        kind.replace("urls: [ URL", "urls: [ " + server.url())
                                .replace("url: URL", "url: " + server.url()),
                        Map.of("URL", server.url()))
                .send(List.of(SampleAlerts.everywhere(MARKUP)));
        assertThat(new JsonMapper()
                        .readTree(server.requests().get(0).body())
                        .at(summary)
                        .asText())
                .isEqualTo(MARKUP);
    }

    @Test
    void aMailIsPlainTextAndNotEndless() throws Exception {
        GreenMail mails = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        mails.start();
        try (Receiver receiver = Opened.receiver(
                "mail: { host: 127.0.0.1, port: " + mails.getSmtp().getPort()
                        + ", security: none, from: t@example.com, to: a@example.com }",
                Map.of())) {
            assertThat(receiver.send(List.of(SampleAlerts.everywhere(MARKUP)))).isEqualTo(new SendResult.Delivered());
            assertThat(receiver.send(List.of(SampleAlerts.everywhere("m".repeat(1 << 20)))))
                    .isEqualTo(new SendResult.Delivered());
            MimeMessage marked = mails.getReceivedMessages()[0];
            assertThat(marked.getContentType()).startsWith("text/plain");
            assertThat(marked.getContent().toString()).contains("<!channel>");
            assertThat(mails.getReceivedMessages()[1].getSize()).isLessThan(MAX_BYTES);
        } finally {
            mails.stop();
        }
    }

    @Test
    void aMailGetsNoHeaderOfTheirs() throws Exception {
        GreenMail mails = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        mails.start();
        try {
            Opened.receiver(
                            "mail: { host: 127.0.0.1, port: " + mails.getSmtp().getPort()
                                    + ", security: none, from: t@example.com, to: a@example.com }",
                            Map.of())
                    .send(List.of(SampleAlerts.everywhere(CONTROLS)));
            MimeMessage mail = mails.getReceivedMessages()[0];
            assertThat(mail.getHeader("Bcc")).isNull();
            assertThat(mail.getAllRecipients()).hasSize(1);
            assertThat(mail.getSubject()).doesNotContain("\n", "\u0000", "\u001b");
            assertThat(mail.getContent().toString()).doesNotContain("\u0000", "\u001b", "\u202E");
        } finally {
            mails.stop();
        }
    }

    @Test
    void aProgramGetsNoControlCharactersAndNoEndlessText() throws IOException {
        String kind = "command: { command: [ /bin/sh, -c, 'cat > \"" + folder + "/got\"' ] }";
        try (Receiver receiver = Opened.receiver(kind, Map.of("PATH", "/bin:/usr/bin"))) {
            assertThat(receiver.send(List.of(SampleAlerts.everywhere(CONTROLS))))
                    .isEqualTo(new SendResult.Delivered());
            assertThat(Files.readString(folder.resolve("got")))
                    .doesNotContain("\\u0000", "\\u001b", "\\u001B", "\u202E", "\\r");
            assertThat(receiver.send(List.of(SampleAlerts.everywhere("m".repeat(1 << 20)))))
                    .isEqualTo(new SendResult.Delivered());
            assertThat(Files.size(folder.resolve("got"))).isLessThan(MAX_BYTES);
        }
    }
}
