package io.tidemark.alerts.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
final class MailReceiverTest {
    private final GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void aMailIsPlainTextAndItsEndAnswersIt() throws Exception {
        Receiver receiver = mail("none", server.getSmtp().getPort());
        assertThat(receiver.send(List.of(SampleAlerts.firing()))).isEqualTo(new SendResult.Delivered());
        assertThat(receiver.send(List.of(SampleAlerts.resolved()))).isEqualTo(new SendResult.Delivered());

        MimeMessage[] mails = server.getReceivedMessages();
        assertThat(mails).hasSize(4);
        // One for each reader, in any order.
        MimeMessage begin = about(mails, "[FIRING]");
        assertThat(begin.getSubject()).isEqualTo("[FIRING] SloBreach: p95 of TTFT is 312 ms, above 250 ms");
        assertThat(begin.getContentType()).isEqualTo("text/plain; charset=UTF-8");
        assertThat(begin.getFrom()[0]).hasToString("tidemark@example.com");
        assertThat(begin.getAllRecipients()).hasSize(2);
        assertThat(begin.getHeader("Auto-Submitted")).containsExactly("auto-generated");
        assertThat(begin.getContent().toString().replace("\r\n", "\n"))
                .startsWith("p95 of TTFT is 312 ms, above 250 ms\nObjective: p95 of TTFT from due under 250 ms")
                .contains("\nReport: https://tidemark.example.com/runs/r-7?step=2&x=1\n");
        MimeMessage end = about(mails, "[RESOLVED]");
        assertThat(end.getHeader("In-Reply-To")).containsExactly(begin.getMessageID());
        assertThat(end.getMessageID()).isNotEqualTo(begin.getMessageID());
    }

    @Test
    void alertsOfAGroupAreOneMail() throws Exception {
        mail("none", server.getSmtp().getPort())
                .send(List.of(SampleAlerts.firing(), SampleAlerts.firing(Map.of("alertname", "TargetDown"))));
        assertThat(server.getReceivedMessages()).hasSize(2);
        assertThat(server.getReceivedMessages()[0].getSubject()).startsWith("[FIRING 2] SloBreach, TargetDown in");
    }

    @Test
    void aServerWithoutTlsGetsNothingWhereTlsIsAskedFor() {
        SendResult result = mail("starttls", server.getSmtp().getPort()).send(List.of(SampleAlerts.firing()));
        assertThat(result)
                .isInstanceOfSatisfying(
                        SendResult.Retry.class,
                        retry -> assertThat(retry.reason()).containsIgnoringCase("STARTTLS"));
        assertThat(server.getReceivedMessages()).isEmpty();
    }

    @Test
    void aServerThatIsAwayIsRetried() {
        int port = server.getSmtp().getPort();
        server.stop();
        assertThat(mail("none", port).send(List.of(SampleAlerts.firing()))).isInstanceOf(SendResult.Retry.class);
    }

    @Test
    void aReplyFrom400IsRetriedAndOneFrom500IsARefusal() throws IOException {
        try (ReplyingSmtpServer later = ReplyingSmtpServer.start("451 try again later");
                ReplyingSmtpServer never = ReplyingSmtpServer.start("550 no such user")) {
            assertThat(mail("none", later.port()).send(List.of(SampleAlerts.firing())))
                    .isInstanceOfSatisfying(
                            SendResult.Retry.class,
                            retry -> assertThat(retry.reason()).contains("451 try again later"));
            assertThat(mail("none", never.port()).send(List.of(SampleAlerts.firing())))
                    .isInstanceOfSatisfying(
                            SendResult.Rejected.class,
                            rejected -> assertThat(rejected.reason()).contains("550 no such user"));
        }
    }

    private static MimeMessage about(MimeMessage[] mails, String begin) throws MessagingException {
        for (MimeMessage mail : mails) {
            if (mail.getSubject().startsWith(begin)) {
                return mail;
            }
        }
        throw new AssertionError("no mail begins with " + begin);
    }

    private static Receiver mail(String security, int port) {
        return Opened.receiver(
                "mail: { host: 127.0.0.1, port: " + port + ", security: " + security
                        + ", from: tidemark@example.com, to: [ a@example.com, b@example.com ] }",
                Map.of());
    }
}
