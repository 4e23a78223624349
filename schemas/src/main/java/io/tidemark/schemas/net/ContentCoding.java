package io.tidemark.schemas.net;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** The Content-Encoding of a whole body. */
final class ContentCoding {
    /** The low four bits of the first byte of a zlib stream; a raw deflate stream, which some send instead, seldom begins so. */
    private static final int ZLIB_METHOD = 8;

    private static final int ZLIB_MULTIPLE = 31;

    private ContentCoding() {}

    /**
     * The body without its encoding.
     *
     * @param encoding as its header says; empty for none
     * @param mostBytes that are decoded
     * @throws IOException if the encoding is not known, or the body does not fit it
     */
    static byte[] decode(byte[] body, String encoding, int mostBytes) throws IOException {
        String coding = encoding.strip().toLowerCase(Locale.ROOT);
        if (body.length == 0 || coding.isEmpty() || coding.equals("identity")) {
            return body;
        }
        try (InputStream decoded = stream(new ByteArrayInputStream(body), coding)) {
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
