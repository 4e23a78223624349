package io.tidemark.schemas.net;

import com.google.common.collect.ImmutableSet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** The Content-Encoding of a whole body. */
public final class ContentCoding {
    /** Names of no encoding; the last is what servers write so that no proxy compresses a stream. */
    private static final ImmutableSet<String> NONE = ImmutableSet.of("", "identity", "none");

    /** The low four bits of the first byte of a zlib stream; a raw deflate stream, which some send instead, seldom begins so. */
    private static final int ZLIB_METHOD = 8;

    private static final int ZLIB_MULTIPLE = 31;

    private ContentCoding() {}

    /** Whether a header says that a body has no encoding. */
    public static boolean isNone(String encoding) {
        return NONE.contains(coding(encoding));
    }

    private static String coding(String encoding) {
        return encoding.strip().toLowerCase(Locale.ROOT);
    }

    /**
     * The body without its encoding.
     *
     * @param encoding as its header says; empty for none
     * @param mostBytes that are decoded
     * @throws IOException if the encoding is not known, or the body does not fit it
     */
    static byte[] decode(byte[] body, String encoding, int mostBytes) throws IOException {
        if (body.length == 0 || isNone(encoding)) {
            return body;
        }
        try (InputStream decoded = stream(new ByteArrayInputStream(body), coding(encoding))) {
            return decoded.readNBytes(mostBytes);
        }
    }

    private static InputStream stream(InputStream body, String coding) throws IOException {
        return switch (coding) {
            case "gzip", "x-gzip" -> new GZIPInputStream(body);
            case "deflate" -> inflating(new PushbackInputStream(body, 2));
            default ->
                throw new IOException(
                        "Content-Encoding " + coding + " of the page is not known here; gzip and deflate are");
        };
    }

    private static InputStream inflating(PushbackInputStream body) throws IOException {
        byte[] head = body.readNBytes(2);
        body.unread(head);
        boolean zlib = head.length == 2
                && (head[0] & 0x0f) == ZLIB_METHOD
                && ((head[0] & 0xff) << 8 | (head[1] & 0xff)) % ZLIB_MULTIPLE == 0;
        return new InflaterInputStream(body, new Inflater(!zlib));
    }
}
