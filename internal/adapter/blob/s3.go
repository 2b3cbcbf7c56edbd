package blob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/media"
)

// S3 stores blobs in a bucket of an S3-compatible store.
type S3 struct {
	client *minio.Client
	bucket string
	// prefix begins every key and ends with a slash, or is empty.
	prefix string
	// transport is closed with the store.
	transport *http.Transport
}

var _ media.Blobs = (*S3)(nil)

const (
	// s3Time bounds one call of the store, tries included.
	s3Time = 10 * time.Second
	// s3Tries is how often a call is tried.
	s3Tries = 3
	// largestBlob bounds what is read back: renditions are some ten kilobytes.
	largestBlob = 16 << 20
	// forEver is told to whatever serves the bucket directly: a key never changes its content.
	forEver = "public, max-age=31536000, immutable"
)

// Location is a bucket by its address.
type Location struct {
	Bucket, Prefix, Region string
	// Host is the server, with its port when it has one.
	Host   string
	Secure bool
}

// IsS3 tells whether an address names a bucket and not a folder.
func IsS3(address string) bool { return strings.HasPrefix(address, "s3://") }

// ParseS3 reads s3://bucket/prefix?endpoint=https://host:port&region=name. Without an endpoint the bucket is
// Amazon's. It never repeats the address: somebody may have put a password into it.
func ParseS3(address string) (Location, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User != nil || u.Fragment != "" {
		return Location{},
			errors.New("must look like s3://bucket?endpoint=https://host&region=name, with the keys in " +
				"AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return Location{}, errors.New("has a query that cannot be read")
	}
	l := Location{Bucket: u.Host, Region: query.Get("region"), Host: "s3.amazonaws.com", Secure: true}
	for name := range query {
		if name != "endpoint" && name != "region" {
			return Location{}, fmt.Errorf("has %q, which is neither endpoint nor region", name)
		}
	}
	if prefix := strings.Trim(u.Path, "/"); prefix != "" {
		l.Prefix = prefix + "/"
	}
	if endpoint := query.Get("endpoint"); endpoint != "" {
		e, err := url.Parse(endpoint)
		if err != nil || e.Host == "" || e.Scheme != "http" && e.Scheme != "https" || strings.Trim(e.Path, "/") != "" ||
			e.User != nil {
			return Location{}, errors.New("has an endpoint that does not look like https://host:port")
		}
		l.Host, l.Secure = e.Host, e.Scheme == "https"
	}
	return l, nil
}

// OpenS3 opens a bucket, which must exist. The keys are taken from the environment, AWS_ACCESS_KEY_ID and
// AWS_SECRET_ACCESS_KEY.
func OpenS3(ctx context.Context, l Location) (*S3, error) {
	transport, err := minio.DefaultTransport(l.Secure)
	if err != nil {
		return nil, fmt.Errorf("preparing the way to the bucket: %w", err)
	}
	transport.ResponseHeaderTimeout = s3Time
	client, err := minio.New(l.Host, &minio.Options{
		Creds: credentials.NewEnvAWS(), Secure: l.Secure, Region: l.Region, Transport: transport, MaxRetries: s3Tries,
	})
	if err != nil {
		return nil, fmt.Errorf("preparing the bucket: %w", err)
	}
	s := &S3{client: client, bucket: l.Bucket, prefix: l.Prefix, transport: transport}
	ctx, cancel := context.WithTimeout(ctx, s3Time)
	defer cancel()
	exists, err := client.BucketExists(ctx, l.Bucket)
	if err == nil && !exists {
		err = fmt.Errorf("there is no bucket %q", l.Bucket)
	}
	if err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("opening the bucket: %w", err)
	}
	return s, nil
}

// Close lets go of the connections.
func (s *S3) Close() error {
	s.transport.CloseIdleConnections()
	return nil
}

// failure says what a failed call means: not there, or not now.
func failure(doing string, err error) error {
	switch minio.ToErrorResponse(err).Code {
	case minio.NoSuchKey, "NotFound":
		return fmt.Errorf("%s: %w", doing, fs.ErrNotExist)
	}
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return apperr.Wrap(apperr.Unavailable, fmt.Errorf("%s: %w", doing, err)).WithRetryAfter(5 * time.Second)
}

// Put stores content under a key. The store shows a new object whole or not at all.
func (s *S3) Put(ctx context.Context, key string, content []byte) error {
	if _, err := file(key); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s3Time)
	defer cancel()
	_, err := s.client.PutObject(ctx, s.bucket, s.prefix+key, bytes.NewReader(content), int64(len(content)),
		minio.PutObjectOptions{
			ContentType: http.DetectContentType(content), CacheControl: forEver, DisableMultipart: true,
			SendContentMd5: true,
		})
	if err != nil {
		return failure("storing a picture", err)
	}
	return nil
}

// Read gives the content of a key.
func (s *S3) Read(ctx context.Context, key string) ([]byte, error) {
	if _, err := file(key); err != nil {
		return nil, fs.ErrNotExist
	}
	ctx, cancel := context.WithTimeout(ctx, s3Time)
	defer cancel()
	object, err := s.client.GetObject(ctx, s.bucket, s.prefix+key, minio.GetObjectOptions{})
	if err != nil {
		return nil, failure("reading a picture", err)
	}
	defer func() { _ = object.Close() }()
	content, err := io.ReadAll(io.LimitReader(object, largestBlob+1))
	if err != nil {
		return nil, failure("reading a picture", err)
	}
	if len(content) > largestBlob {
		return nil, fmt.Errorf("reading a picture: %s is too large", key)
	}
	return content, nil
}

// Has tells whether a key exists.
func (s *S3) Has(ctx context.Context, key string) (bool, error) {
	if _, err := file(key); err != nil {
		return false, nil // what cannot be a key is simply not there
	}
	ctx, cancel := context.WithTimeout(ctx, s3Time)
	defer cancel()
	_, err := s.client.StatObject(ctx, s.bucket, s.prefix+key, minio.StatObjectOptions{})
	if err == nil {
		return true, nil
	}
	if err = failure("looking for a picture", err); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return false, err
}

// Delete forgets a key.
func (s *S3) Delete(ctx context.Context, key string) error {
	if _, err := file(key); err != nil {
		return nil // what cannot be a key is not there already
	}
	ctx, cancel := context.WithTimeout(ctx, s3Time)
	defer cancel()
	err := s.client.RemoveObject(ctx, s.bucket, s.prefix+key, minio.RemoveObjectOptions{})
	if err == nil {
		return nil
	}
	if err = failure("deleting a picture", err); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Each gives every key and when it was put.
func (s *S3) Each(ctx context.Context, yield func(key string, put time.Time) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for object := range s.client.ListObjects(ctx, s.bucket, minio.ListObjectsOptions{
		Prefix: s.prefix, Recursive: true,
	}) {
		if object.Err != nil {
			return failure("listing pictures", object.Err)
		}
		if err := yield(strings.TrimPrefix(object.Key, s.prefix), object.LastModified); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// EachUnder gives every key that begins with a prefix.
func (s *S3) EachUnder(ctx context.Context, prefix string, yield func(key string) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	options := minio.ListObjectsOptions{Prefix: s.prefix + prefix, Recursive: true}
	for object := range s.client.ListObjects(ctx, s.bucket, options) {
		if object.Err != nil {
			return failure("listing blobs", object.Err)
		}
		if err := yield(strings.TrimPrefix(object.Key, s.prefix)); err != nil {
			return err
		}
	}
	return ctx.Err()
}
