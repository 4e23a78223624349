package io.tidemark.alerts.receiver;

import io.tidemark.alerts.config.ReceiverConfig;
import io.tidemark.alerts.config.ReceiverKind.Webhook;
import io.tidemark.alerts.config.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Posts the shape of Alertmanager's webhook, signed if asked: {@code X-Tidemark-Signature: sha256=HEX} is the HMAC-SHA256 of the value of
 * {@code X-Tidemark-Timestamp} (seconds since 1970), a full stop and the body, so that a request that was recorded cannot be sent again later.
 */
final class WebhookReceiver extends ConfiguredReceiver {
    private static final int BATCH = 100;
    private static final String HMAC = "HmacSHA256";

    private final Webhook target;
    private final WebhookPayload payload;
    private final HttpSender http;
    private final InstantSource clock;

    WebhookReceiver(ReceiverConfig config, Webhook target, Context context) {
        super(config, BATCH);
        this.target = target;
        this.payload = new WebhookPayload(config.name(), context.externalUrl());
        this.clock = context.clocks().wall();
        this.http = context.sender(config, secrets(target));
    }

    @Override
    public SendResult send(List<Notification> notifications) {
        String body = payload.json(notifications);
        return http.post(target.url().url(), headers(body), body).result();
    }

    private static List<Secret> secrets(Webhook target) {
        List<Secret> secrets = new ArrayList<>();
        target.authorization().ifPresent(secrets::add);
        target.hmac().ifPresent(secrets::add);
        secrets.addAll(target.url().secrets());
        return secrets;
    }

    private Map<String, String> headers(String body) {
        Map<String, String> headers = new HashMap<>();
        target.authorization().ifPresent(value -> headers.put("Authorization", value.reveal()));
        target.hmac().ifPresent(key -> {
            String timestamp = String.valueOf(clock.instant().getEpochSecond());
            headers.put("X-Tidemark-Timestamp", timestamp);
            headers.put("X-Tidemark-Signature", "sha256=" + signature(key, timestamp, body));
        });
        return headers;
    }

    private static String signature(Secret key, String timestamp, String body) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key.reveal().getBytes(StandardCharsets.UTF_8), HMAC));
            mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + HMAC, e);
        }
    }
}
