package io.tidemark.producer.openai;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Takes secrets and prompts out of what a server reported, for some servers echo the headers and the body that they got. */
public final class Redaction {
    private static final String INSTEAD = "***";
    private static final int MAX_NAME_CHARACTERS = 100;
    private static final int MAX_HEADER_CHARACTERS = 200;

    private final List<String> secrets;

    /** The part of a header's value after its scheme, such as {@code Bearer}. */
    private static final Pattern AFTER_SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9._-]*\\s+(\\S.*)");

    /** @param secrets whole header values among them, whose credentials are secrets without the scheme too */
    public Redaction(Collection<String> secrets) {
        this.secrets = secrets.stream()
                .flatMap(secret -> {
                    Matcher header = AFTER_SCHEME.matcher(secret);
                    return header.matches() ? Stream.of(secret, header.group(1)) : Stream.of(secret);
                })
                .filter(secret -> !secret.isBlank())
                .flatMap(Redaction::encodings)
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /** As gateways repeat a header or a query. */
    private static Stream<String> encodings(String secret) {
        return Stream.of(
                secret,
                URLEncoder.encode(secret, StandardCharsets.UTF_8),
                Base64.getEncoder().withoutPadding().encodeToString(secret.getBytes(StandardCharsets.UTF_8)));
    }

    /** Of a request's answer. Cut only afterwards, so that no beginning of a secret is left. */
    public RequestFailure of(RequestFailure failure, CompletionRequest request) {
        String text = failure.text().isEmpty()
                ? ""
                : ErrorText.masked(of(failure.text()), new ErrorText.Sent(request.bytes()));
        return new RequestFailure(name(of(failure.type())), name(of(failure.code())), ErrorText.cut(text));
    }

    Map<String, String> of(Map<String, String> headers) {
        return headers.isEmpty()
                ? headers
                : headers.entrySet().stream()
                        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, entry -> header(entry.getValue())));
    }

    /** A text without the secrets. */
    public String of(String text) {
        String clean = text;
        for (String secret : secrets) {
            clean = clean.replace(secret, INSTEAD);
        }
        return clean;
    }

    private String header(String value) {
        String clean = of(value);
        return clean.substring(0, Math.min(clean.length(), MAX_HEADER_CHARACTERS));
    }

    private static String name(String text) {
        return text.length() > MAX_NAME_CHARACTERS ? text.substring(0, MAX_NAME_CHARACTERS) : text;
    }
}
