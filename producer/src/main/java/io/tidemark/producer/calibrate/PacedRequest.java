package io.tidemark.producer.calibrate;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the calibration server needs to know of a request.
 *
 * @param chat chat completions, else completions
 * @param tokens how many it is to write, at least 1
 */
record PacedRequest(String id, boolean chat, ResponsePacing pacing, int tokens) {
    private static final Pattern MAX_TOKENS = Pattern.compile("\"max_(?:completion_)?tokens\"\\s*:\\s*(\\d{1,6})");
    private static final Pattern CONTENT_LENGTH = Pattern.compile("\r\ncontent-length:\\s*(\\d{1,9})\r\n");
    private static final Pattern REQUEST_ID = Pattern.compile("(?i)\r\nx-request-id:[ \t]*([^\r ]+)");
    private static final String HEAD_END = "\r\n\r\n";

    /** Bytes that a request takes, head and body; empty while its head is not whole. */
    static Optional<Integer> sizeBytes(String received) {
        int head = received.indexOf(HEAD_END);
        if (head < 0) {
            return Optional.empty();
        }
        Matcher length = CONTENT_LENGTH.matcher(received.substring(0, head + 2).toLowerCase(Locale.ROOT));
        return Optional.of(head + HEAD_END.length() + (length.find() ? Integer.parseInt(length.group(1)) : 0));
    }

    /** Reads a whole request, one character a byte; empty if it is for nothing that this server has. */
    static Optional<PacedRequest> parse(String request) {
        String[] line = request.substring(0, request.indexOf('\r')).split(" ", -1);
        if (line.length < 2 || !line[1].endsWith("completions")) {
            return Optional.empty();
        }
        Matcher id = REQUEST_ID.matcher(request);
        Matcher tokens = MAX_TOKENS.matcher(request);
        return ResponsePacing.of(line[1])
                .map(pacing -> new PacedRequest(
                        id.find() ? id.group(1) : "",
                        line[1].endsWith("/chat/completions"),
                        pacing,
                        tokens.find() ? Math.max(1, Integer.parseInt(tokens.group(1))) : 1));
    }

    /** One token's part of the body, in its chunk. */
    byte[] token() {
        return chunk(message(chat ? "\"delta\":{\"content\":\" tide\"}" : "\"text\":\" tide\"", "null"));
    }

    /** What follows the last token: why it ended, usage, and the body's end. */
    byte[] end() {
        String usage =
                "data: {\"id\":\"calibration\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"calibration\",\"choices\":[],"
                        + "\"usage\":{\"prompt_tokens\":64,\"completion_tokens\":" + tokens + ",\"total_tokens\":"
                        + (64 + tokens) + "}}\n\n";
        String last = message(chat ? "\"delta\":{}" : "\"text\":\"\"", "\"length\"") + usage + "data: [DONE]\n\n";
        byte[] chunk = chunk(last);
        byte[] close = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        byte[] all = new byte[chunk.length + close.length];
        System.arraycopy(chunk, 0, all, 0, chunk.length);
        System.arraycopy(close, 0, all, chunk.length, close.length);
        return all;
    }

    private static String message(String content, String finish) {
        return "data: {\"id\":\"calibration\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"calibration\","
                + "\"choices\":[{\"index\":0," + content + ",\"finish_reason\":" + finish + "}]}\n\n";
    }

    private static byte[] chunk(String text) {
        return (Integer.toHexString(text.length()) + "\r\n" + text + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }
}
