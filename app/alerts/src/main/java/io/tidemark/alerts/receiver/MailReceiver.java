package io.tidemark.alerts.receiver;

import io.tidemark.alerts.config.ReceiverConfig;
import io.tidemark.alerts.config.ReceiverKind.Mail;
import io.tidemark.alerts.config.Secret;
import io.tidemark.alerts.text.AlertText;
import io.tidemark.alerts.text.Markup;
import io.tidemark.alerts.text.MessageTemplate;
import io.tidemark.alerts.text.SafeText;
import io.tidemark.alerts.text.TextForm;
import io.tidemark.producer.openai.Redaction;
import io.tidemark.schemas.Sha256;
import io.tidemark.sinks.store.alert.AlertState;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Mail over SMTP, as plain text. A mail about an alert's end answers the one about its begin, so that mail programs show them together. Replies
 * of the server from 400 to 499 are worth another try, from 500 on they are a refusal (RFC 5321, section 4.2.1).
 */
final class MailReceiver extends ConfiguredReceiver {
    private static final int BATCH = 20;
    private static final int FIRST_PERMANENT = 500;
    private static final int MAX_REASON_CHARACTERS = 500;
    private static final int ID_CHARACTERS = 32;

    private final Mail target;
    private final MessageTemplate template;
    private final InstantSource clock;
    private final Redaction mask;
    private final Session session;

    MailReceiver(ReceiverConfig config, Mail target, Context context) {
        super(config, BATCH);
        this.target = target;
        this.clock = context.clocks().wall();
        this.template = template(TextForm.MAIL);
        this.mask = Secret.redaction(
                target.login().map(Mail.Login::password).stream().toList());
        this.session = Session.getInstance(properties(config, target));
    }

    @Override
    public SendResult send(List<Notification> notifications) {
        try (Transport transport = session.getTransport("smtp")) {
            MimeMessage message = message(notifications);
            transport.connect(
                    target.host(),
                    target.port(),
                    target.login().map(Mail.Login::user).orElse(null),
                    target.login().map(login -> login.password().reveal()).orElse(null));
            transport.sendMessage(message, message.getAllRecipients());
            return new SendResult.Delivered();
        } catch (MessagingException e) {
            return failed(e);
        }
    }

    private static Properties properties(ReceiverConfig config, Mail target) {
        Duration timeout = config.connection().timeout();
        String millis = String.valueOf(timeout.toMillis());
        Properties properties = new Properties();
        properties.put("mail.smtp.connectiontimeout", millis);
        properties.put("mail.smtp.timeout", millis);
        properties.put("mail.smtp.writetimeout", millis);
        properties.put("mail.smtp.auth", String.valueOf(target.login().isPresent()));
        properties.put("mail.smtp.ssl.enable", String.valueOf(target.security() == Mail.Security.TLS));
        properties.put("mail.smtp.starttls.enable", String.valueOf(target.security() == Mail.Security.STARTTLS));
        properties.put("mail.smtp.starttls.required", String.valueOf(target.security() == Mail.Security.STARTTLS));
        properties.put("mail.smtp.ssl.checkserveridentity", "true");
        properties.put(
                "mail.smtp.ssl.socketFactory",
                Trust.with(config.connection().ca()).getSocketFactory());
        return properties;
    }

    private MimeMessage message(List<Notification> notifications) throws MessagingException {
        List<AlertText> texts = Notification.texts(notifications);
        String id = id(notifications, "firing");
        boolean ended = notifications.stream().allMatch(one -> one.status() == AlertState.RESOLVED);
        MimeMessage message = new IdentifiedMessage(session, ended ? id(notifications, "resolved") : id);
        message.setFrom(new InternetAddress(target.addresses().from(), true));
        for (String to : target.addresses().to()) {
            message.addRecipient(Message.RecipientType.TO, new InternetAddress(to, true));
        }
        message.setSubject(template.title(texts, Markup.PLAIN), StandardCharsets.UTF_8.name());
        message.setSentDate(Date.from(clock.instant()));
        message.setHeader("Auto-Submitted", "auto-generated");
        if (ended) {
            message.setHeader("In-Reply-To", id);
            message.setHeader("References", id);
        }
        message.setText(
                texts.stream().map(text -> template.body(texts, text)).collect(Collectors.joining("\n\n")) + "\n",
                StandardCharsets.UTF_8.name());
        return message;
    }

    /** The same for the same alerts, so that a repeat is the same mail. */
    private String id(List<Notification> notifications, String status) {
        String alerts = notifications.stream()
                .map(one -> one.alert().id().dedupKey())
                .sorted()
                .collect(Collectors.joining("\n"));
        String domain =
                target.addresses().from().substring(target.addresses().from().indexOf('@') + 1);
        return "<" + Sha256.hex(alerts).substring(0, ID_CHARACTERS) + "." + status + "@" + domain + ">";
    }

    private SendResult failed(MessagingException failure) {
        String reason = SafeText.cut(SafeText.line(mask.of(description(failure))), MAX_REASON_CHARACTERS);
        boolean refused = failure instanceof AuthenticationFailedException || replyCode(failure) >= FIRST_PERMANENT;
        return refused ? new SendResult.Rejected(reason) : new SendResult.Retry(Optional.empty(), reason);
    }

    private static String description(MessagingException failure) {
        StringBuilder description = new StringBuilder(String.valueOf(failure.getMessage()));
        Exception next = failure.getNextException();
        while (next != null) {
            description.append("; ").append(next.getMessage());
            next = next instanceof MessagingException nested ? nested.getNextException() : null;
        }
        return description.toString();
    }

    /** The last that the server gave; 0 if it gave none. */
    private static int replyCode(MessagingException failure) {
        int code = 0;
        @Nullable Exception one = failure;
        while (one instanceof MessagingException current) {
            code = Math.max(code, ownReplyCode(current));
            one = current.getNextException();
        }
        return code;
    }

    private static int ownReplyCode(MessagingException failure) {
        if (failure instanceof SMTPSendFailedException send) {
            return send.getReturnCode();
        }
        if (failure instanceof SMTPAddressFailedException address) {
            return address.getReturnCode();
        }
        return failure instanceof SMTPSenderFailedException sender ? sender.getReturnCode() : 0;
    }

    /** A mail whose id the library does not make anew. */
    private static final class IdentifiedMessage extends MimeMessage {
        private final String id;

        IdentifiedMessage(Session session, String id) {
            super(session);
            this.id = id;
        }

        @Override
        protected void updateMessageID() throws MessagingException {
            setHeader("Message-ID", id);
        }
    }
}
